"""The parts of contents in Google's form, which Gemini CLI and Qwen Code keep: texts, calls of functions, responses."""

from typing import Any

from backstory.agents.json_rows import object_of, text_of


def join_texts(content: object) -> str:
    """The texts of a content or of a list of parts, without thoughts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and part.get("thought") is not True and (text := text_of(part, "text")):
            texts.append(text)
    return "\n".join(texts)


def read_response(result: object) -> tuple[str, bool]:
    """Text of the response of a function, and whether it says that it failed."""
    parts = result if isinstance(result, list) else [result]
    texts, failed = [], False
    for part in parts:
        response = object_of(part, "functionResponse", "response")
        if error := _text(response.get("error")):
            failed = True
            texts.append(error)
        elif output := _text(response.get("output", response.get("content", response.get("result")))):
            texts.append(output)
        elif text := text_of(part, "text") if isinstance(part, dict) else (part if isinstance(part, str) else ""):
            texts.append(text)
    return "\n".join(texts), failed


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return text_of(value, "message") or text_of(value, "text")
    return join_texts(value) if isinstance(value, list) else ""
