"""What operators' commands say is heard on every node, each time once."""

from app.keeper.forgetting import forget
from app.keeper.words import announce
from app.services.keepers_words import KeepersWords
from app.services.sessions import TO_OTHERS, Sessions
from tests.support.cluster import Nodes, apart
from tests.support.cluster import nodes as nodes
from tests.support.tables import ANN


async def test_an_announcement_is_shown_on_every_node(nodes: Nodes) -> None:
    one, two = nodes
    _, _, ann, ben = await apart(one, two)
    listening = [KeepersWords(node.rooms, Sessions(TO_OTHERS)) for node in nodes]
    for words in listening:
        await words.listen()
    await announce(one.store, "Back at nine")
    for words in (*listening, *listening):
        await words.listen()
    for page in (ann, ben):
        heard = [message["text"] for message in page.heard if message["type"] == "announced"]
        assert heard == ["Back at nine"]


async def test_a_node_on_which_somebody_forgotten_was_seen_does_not_bring_them_back(nodes: Nodes) -> None:
    one, two = nodes
    await one.store.guests.add(ANN)
    assert await two.store.guests.by_token(ANN.token_hash) is not None
    await forget(one.store, ANN.id)
    two.store.guests.note_seen([ANN])
    await two.store.guests.close()
    assert await one.store.guests.by_token(ANN.token_hash) is None
