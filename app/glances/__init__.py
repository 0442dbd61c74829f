"""Tables seen from outside, without waking their rooms: previews of links, and the list of a browser's own tables."""
