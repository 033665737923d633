import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from backstory.base.digests import blake2b, hmac_sha256, sha1, sha256


@given(key=st.binary(max_size=200), data=st.binary(max_size=300))
def test_a_keyed_digest_is_the_hmac_of_the_standard_library(key: bytes, data: bytes) -> None:
    assert hmac_sha256(key, data) == hmac.digest(key, data, "sha256")


@given(data=st.binary(max_size=300))
def test_digests_without_openssl_are_those_of_hashlib(data: bytes) -> None:
    for ours, theirs in ((sha1, hashlib.sha1), (sha256, hashlib.sha256), (blake2b, hashlib.blake2b)):
        assert ours(data).digest() == theirs(data).digest()
