"""The pool of entropies gives the same digest however it was filled."""

from itertools import permutations

from sandtable.game.dice.entropy import Entropy, EntropyPool

ENTROPIES = [Entropy(0, "b", "x"), Entropy(0, "a", "z"), Entropy(0, "a", "y"), Entropy(3, "a", "x")]


def test_the_order_of_adding_does_not_matter_even_after_a_digest_was_taken() -> None:
    whole = EntropyPool(ENTROPIES)
    for order in permutations(ENTROPIES):
        pool = EntropyPool()
        for entropy in order:
            pool.add(entropy)
            pool.digest(5)
        assert pool.entropies() == whole.entropies()
        assert [pool.digest(i) for i in range(5)] == [whole.digest(i) for i in range(5)]


def test_an_entropy_counts_from_the_roll_it_holds_for() -> None:
    pool = EntropyPool(ENTROPIES)
    digests = [pool.digest(index) for index in range(6)]
    assert digests[0] == digests[1] == digests[2] == EntropyPool(ENTROPIES[:3]).digest(0)
    assert digests[3] == digests[4] == digests[5] != digests[2]
