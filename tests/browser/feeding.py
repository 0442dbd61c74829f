"""A page that can be given lines and chat messages as if the server had sent them."""

# A line as the server would send it: of the seats in turn, and no two alike.
FEED = """
globalThis.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how);
        globalThis.feed = (messages) => {
            for (const message of messages)
                this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
        };
        this.addEventListener("message", ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === "frame") globalThis.frame ??= message;
        });
    }
};
globalThis.told = 0;
globalThis.line = () => ({
    seq: frame.seq + ++told, seat: told % 2, yours: false, fades: false, sight: null,
    text: { text: "{seat} drew: {piece}", with: { seat: { seat: told % 2 }, piece: String(told) } },
});
globalThis.tell = (count) => {
    const lines = Array.from({ length: count }, line);
    feed([{ ...frame, seq: frame.seq + told, lines }]);
};
globalThis.chat = (count) => feed(Array.from({ length: count }, () => ({
    type: "chat", seq: ++told, text: `Line ${told}`, from: { name: "Bo", seat: 1 },
})));
globalThis.drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
"""
