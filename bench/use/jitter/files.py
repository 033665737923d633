"""Texts of the files and edits of the cachetools scenario."""

CODE, TEST, TOML = "src/cachetools/__init__.py", "tests/test_ttl_jitter.py", "pyproject.toml"

FIRST_TEST = '''import math
import random
import unittest
from unittest import mock

from cachetools import TTLCache

from .test_ttl import Timer


def draws(*values):
    """Let random.random() return these values, one after the other."""
    return mock.patch.object(random, "random", side_effect=values)


class TTLJitterTest(unittest.TestCase):
    def fill(self, *values, ttl=10, **kwargs):
        cache = TTLCache(9, ttl, Timer(), jitter=0.5, **kwargs)
        with draws(*values):
            for key in range(len(values)):
                cache[key] = key
        return cache

    def wait(self, cache, seconds):
        for _ in range(seconds):
            cache.timer.tick()

    def test_expires_early(self):
        cache = self.fill(0.0, 0.99)
        self.wait(cache, 6)
        self.assertIn(0, cache)
        self.assertNotIn(1, cache)

    def test_expire_removes_all_that_is_due(self):
        cache = self.fill(0.0, 0.99)
        self.wait(cache, 6)
        self.assertEqual([(1, 1)], cache.expire())
        self.assertEqual(1, len(cache))

    def test_never_outlives_ttl(self):
        cache = self.fill(*[i / 100 for i in range(9)])
        self.wait(cache, 10)
        self.assertEqual(0, len(cache))
'''
SPOT = "    def test_never_outlives_ttl(self):\n"
INFINITE = """    def test_infinite_ttl(self):
        cache = self.fill(0.0, 0.99, ttl=math.inf)
        self.assertEqual({0, 1}, set(cache))

"""
PICKLED = """    def test_pickle_keeps_the_ends(self):
        cache = pickle.loads(pickle.dumps(self.fill(0.99, 0.0, 0.5)))
        self.wait(cache, 6)
        self.assertEqual({1, 2}, set(cache))
        with draws(0.99):
            cache[3] = 3
        self.wait(cache, 4)
        self.assertEqual([(2, 2), (1, 1)], cache.expire()[-2:])
        self.assertEqual({3}, set(cache))

"""
SALT = """    def test_workers_agree(self):
        probe = (
            "from cachetools import TTLCache\\n"
            "cache = TTLCache(9, 1600, lambda: 0, jitter=1)\\n"
            "cache['EURUSD'] = 1.1\\n"
            "print(cache._TTLCache__links['EURUSD'].expires)"
        )
        ends = {
            subprocess.run(
                [sys.executable, "-c", probe], capture_output=True, text=True
            ).stdout
            for _ in range(4)
        }
        self.assertEqual(1, len(ends), ends)

"""
ORDER = """    def test_iterates_in_order_of_insertion(self):
        cache = self.fill(0.99, 0.0, 0.5, 0.99)
        cache[1]  # a read must not count
        self.assertEqual([0, 1, 2, 3], list(cache))

"""
# 1. the first try
INIT = "    def __init__(self, maxsize, ttl, timer=time.monotonic, getsizeof=None):\n"
INIT_JITTER = INIT.replace("getsizeof=None)", "getsizeof=None, *, jitter=0)")
TTL = "        self.__ttl = ttl\n\n    def __contains__(self, key):\n        try:\n            link = "
TTL_JITTER = TTL.replace("= ttl\n", "= ttl\n        self.__jitter = jitter\n", 1)
ENDS = "        link.expires = time + self.__ttl\n"
ENDS_EARLY = "        link.expires = time + self.__lifetime()\n"
GETLINK = """    def __getlink(self, key):
        value = self.__links[key]
        self.__links.move_to_end(key)
        return value


class TLRUCache("""
LIFETIME = '''    def __lifetime(self):
        """The time-to-live of one item, shortened by the jitter."""
        return self.__ttl - self.__ttl * self.__jitter * random.random()

'''
# 2. the walk
TAIL = """        link.next = root = self.__root
        link.prev = prev = root.prev
        prev.next = root.prev = link

"""
WALK = """        # keep the list sorted, expire() stops at the first live link
        prev = self.__root.prev
        while prev is not self.__root and link.expires < prev.expires:
            prev = prev.prev
        link.prev, link.next = prev, prev.next
        link.next.prev = prev.next = link

"""
# 3. infinity
LESS = "        return self.__ttl - self.__ttl * self.__jitter * random.random()\n"
SCALED = """        if not self.__jitter:
            return self.__ttl
        return self.__ttl * (1 - self.__jitter * random.random())
"""
# 4. lanes
FACTOR = '    """LRU Cache implementation with per-item time-to-live (TTL) value."""\n\n'
LANES = FACTOR + "    __LANES = 16  # with jitter, items are spread over this many lists\n\n"
ROOT = """        self.__root = root = TTLCache._Link()
        root.prev = root.next = root
        self.__links = collections.OrderedDict()
        self.__ttl = ttl
        self.__jitter = jitter
"""
ROOTS = """        # all items of a lane live equally long, so each lane is sorted by
        # itself; the first one has the full time-to-live
        count = self.__LANES if jitter else 1
        self.__lanes = [
            (TTLCache._Link(), ttl * (1 - jitter * i / count) if i else ttl)
            for i in range(count)
        ]
        for root, _ in self.__lanes:
            root.prev = root.next = root
        self.__links = collections.OrderedDict()
        self.__ttl = ttl
"""
ENDS_LANE = """        root, lifetime = self.__draw_lane()
        link.expires = time + lifetime
"""
APPEND = """        link.next = root
        link.prev = prev = root.prev
        prev.next = root.prev = link

"""
DRAW = '''    def __draw_lane(self):
        """Return the sentinel and the lifetime of a lane drawn at random."""
        lanes = self.__lanes
        if len(lanes) == 1:
            return lanes[0]
        return lanes[int(random.random() * len(lanes))]

'''
ITER = """        root = self.__root
        curr = root.next
        while curr is not root:
            # "freeze" time for iterator access
            with self.timer as time:
                if time < curr.expires:
                    yield curr.key
            curr = curr.next
"""
ITER_LANES = """        for root, _ in self.__lanes:
            curr = root.next
            while curr is not root:
                # "freeze" time for iterator access
                with self.timer as time:
                    if time < curr.expires:
                        yield curr.key
                curr = curr.next
"""
STATE = """        root = self.__root
        root.prev = root.next = root
        for link in sorted("""
STATE_LANES = """        for root, _ in self.__lanes:
            root.prev = root.next = root
        # nothing lives longer than in the first lane, so all fit in there
        root, _ = self.__lanes[0]
        for link in sorted("""
EXPIRE = """        root = self.__root
        curr = root.next
        links = self.__links
        expired = []
        cache_delitem = Cache.__delitem__
        cache_getitem = Cache.__getitem__
        while curr is not root and not (time < curr.expires):
            expired.append((curr.key, cache_getitem(self, curr.key)))
            cache_delitem(self, curr.key)
            del links[curr.key]
            next = curr.next
            curr.unlink()
            curr = next
        return expired
"""
EXPIRE_LANES = """        links = self.__links
        expired = []
        cache_delitem = Cache.__delitem__
        cache_getitem = Cache.__getitem__
        for root, _ in self.__lanes:
            curr = root.next
            while curr is not root and not (time < curr.expires):
                expired.append((curr.key, cache_getitem(self, curr.key)))
                cache_delitem(self, curr.key)
                del links[curr.key]
                next = curr.next
                curr.unlink()
                curr = next
        return expired
"""
CLEAR = """        root = self.__root
        root.prev = root.next = root
        self.__links.clear()

    def __lifetime"""
CLEAR_LANES = """        for root, _ in self.__lanes:
            root.prev = root.next = root
        self.__links.clear()

    def __lifetime"""
# 5. the lane from the key
PICK = "        root, lifetime = self.__draw_lane()\n"
KEYED = "        root, lifetime = self.__lanes[hash(key) % len(self.__lanes)]\n"
# the spike
SPIKE_SPOT = """_CacheInfo = collections.namedtuple(
"""
SPIKE = '''class HeapTTLCache(TLRUCache):
    """What TTLCache would be on top of TLRUCache."""

    def __init__(self, maxsize, ttl, timer=time.monotonic, getsizeof=None, jitter=0):
        def ttu(_key, _value, now):
            return now + ttl * (1 - jitter * random.random())

        TLRUCache.__init__(self, maxsize, ttu, timer, getsizeof)


'''
