"""Licences by their words."""

# ruff: noqa: E501 (one row of a table, one line)

import pytest

from backstory.survey.license import join_licences, of_name, of_text

MIT = "MIT License\n\nCopyright (c) 2020 X\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software"
BSD = "Redistribution and use in source and binary forms, with or without\nmodification, are permitted"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (MIT, "MIT"),
        ("                 Apache License\n           Version 2.0, January 2004", "Apache-2.0"),
        ("GNU GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007", "GPL-3.0"),
        ("GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991", "GPL-2.0"),
        ("GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3", "AGPL-3.0"),
        ("GNU LESSER GENERAL PUBLIC LICENSE\nVersion 2.1", "LGPL-2.1"),
        (BSD, "BSD-2-Clause"),
        (BSD + " 3. Neither the name of the copyright holder", "BSD-3-Clause"),
        ("SPDX-License-Identifier: MIT OR Apache-2.0\n" + BSD, "MIT OR Apache-2.0"),
        ("This is free and unencumbered software released into the public domain.", "Unlicense"),
        ("All rights reserved.", ""),
        ("", ""),
        ("\0\xff" * 9000, ""),
    ],
)  # fmt: skip
def test_by_text(text: str, name: str) -> None:
    assert of_text(text) == name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("MIT", "MIT"), ("Unlicense OR MIT", "Unlicense OR MIT"), ("MIT/Apache-2.0", "MIT OR Apache-2.0"),
        ("Apache License, Version 2.0", "Apache-2.0"), ("BSD License", "BSD-3-Clause"), ("SEE LICENSE IN x", ""), ("UNLICENSED", "proprietary"),
        ("You may not, ever.", ""), ("", ""), ("a" * 500, ""), ("(MIT OR Apache-2.0)", "(MIT OR Apache-2.0)"),
    ],
)  # fmt: skip
def test_by_name(said: str, name: str) -> None:
    assert of_name(said) == name


def test_two_files_offer_a_choice() -> None:
    assert join_licences(["MIT", "", "Apache-2.0", "MIT"]) == "Apache-2.0 OR MIT"
