"""Qwen Code."""
