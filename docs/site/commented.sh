#!/bin/sh
# Doxygen's filter of headers, which it asks for each several times: commented.sh HEADER prints what doc_comments.py has
# made of it. Doxygen names headers by the folder's own path, also where the shell came by a symbolic link.
exec cat "$CREDENCE_COMMENTED/${1#"$(pwd -P)"/}"
