/**
 * Returns the language in the first line of a code block whose fence has none: `#!/usr/bin/env python`, `#!python` or
 * `:::python`. The line stays in the code.
 */
export const languageOfFirstLine = (code: string): string | undefined =>
  /^(?:#!|::+)(?:(?:\/\w+)*[/ ])?([\w#.+-]+)/.exec(code)?.[1]
