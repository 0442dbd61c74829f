"""A fake device that records the calls made to it."""

import json
from functools import cache

from tests.browser.look import Look
from tests.support.sounds import names_by_length

# `permission`: the owner's answer. Audio resumes only within a press, as in WebKit: a promise to resume that was
# requested at any other time never resolves.
DEVICE = """window.calls = [];
window.starts_at = {};
const call = (...what) => void calls.push(what.join(" "));
let was_pressed = false;
let is_pressed = false;
for (const press of ["pointerdown", "keydown", "click"]) // a change that a click brings about is within it
    addEventListener(press, () => {
        was_pressed = is_pressed = true;
        setTimeout(() => { is_pressed = false; });
    }, { capture: true });
// The driver of these tests counts as somebody who presses.
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: was_pressed }) });

window.AudioContext = class {
    state = "suspended";
    currentTime = 0;
    sampleRate = 44100;
    destination = {};
    resume() {
        if (is_pressed) this.state = "running";
        return is_pressed ? Promise.resolve() : new Promise(() => {});
    }
};
window.AudioBuffer = class {
    constructor({ length }) { this.length = length; }
    copyToChannel() {}
};
window.GainNode = class {
    constructor(context, { gain }) { this.gain = gain; }
    connect(next) { return next; }
};
window.StereoPannerNode = class {
    constructor(context, { pan }) { window.pan = pan; }
    connect(next) { return next; }
};
window.ConvolverNode = class {
    connect(next) { return next; }
};
window.AudioBufferSourceNode = class {
    constructor(context, { buffer }) { Object.assign(this, { context, buffer }); }
    connect(next) { this.gain ??= next.gain; return next; }
    start(at) {
        window.gain = this.gain;
        if (this.context.state !== "running") return;
        call(SOUNDS[this.buffer.length]);
        window.starts_at[SOUNDS[this.buffer.length]] = at;
    }
};
navigator.vibrate = (pattern) => call("buzz", pattern);
navigator.setAppBadge = async (count) => call("badge", count);
navigator.clearAppBadge = async () => call("no badge");
window.Notification = class {
    static permission = "default";
    static async requestPermission() {
        call("asks");
        return Notification.permission = window.permission ?? "granted";
    }
    constructor(title, { body, tag }) {
        call("notification", title, "|", body);
        window.notification = this;
        this.tag = tag;
    }
    close() { call("closed"); }
};"""


@cache
def device() -> str:
    """The script that installs this device in a page. It tells sounds apart by their lengths."""
    return f"const SOUNDS = {json.dumps(names_by_length())};\n{DEVICE}"


async def calls(look: Look) -> list[str]:
    """The calls since the last time."""
    return await look.page.evaluate("() => calls.splice(0)")
