"""Conversations from elsewhere: exports of chat products, plain text and Markdown."""
