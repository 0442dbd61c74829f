#!/usr/bin/python3
"""A bare window of WebKitGTK, controlled by its driver: MiniBrowser's own is never as narrow as a phone."""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

REPORT = (Path(__file__).parent / "report.js").read_text("utf-8")

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def begin(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("MiniBrowser")  # the driver asks for this one
    version = WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    info.set_version(*version)
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: open_window())


def open_window():
    start = WebKit2.UserScriptInjectionTime.START
    scripts = WebKit2.UserContentManager()
    frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
    scripts.add_script(WebKit2.UserScript.new(REPORT, frames, start, None, None))
    # As in Safari: no sound before a press.
    policies = WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.DENY)
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        user_content_manager=scripts,
        website_policies=policies,
    )
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    window.present()
    view.connect("close", lambda _view: window.destroy())
    return view


if __name__ == "__main__":
    assert "--automation" in sys.argv
    Gtk.init()
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)  # pages get prefers-reduced-motion
    context.connect("automation-started", begin)
    Gtk.main()
