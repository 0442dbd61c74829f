"""A silent sound device: without one, Firefox does not start audio."""

import subprocess
from pathlib import Path

MODULES = ("module-null-sink", "module-native-protocol-unix socket={socket} auth-anonymous=1")


class Speaker:
    """PulseAudio, with its files in this folder."""

    def __init__(self, folder: Path) -> None:
        socket = folder / "speaker.socket"
        self.env = {"PULSE_SERVER": f"unix:{socket}"}
        loads = [f"--load={module.format(socket=socket)}" for module in MODULES]
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-target=stderr", *loads]
        env = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": "/usr/bin"}
        self._process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
