/**
 * The language the first line of a block names, if the author named none: `#!/usr/bin/env python`, `#!python` or
 * `:::python`. The line is code all the same, and stays.
 */
export const languageOfFirstLine = (code: string): string | undefined =>
  /^(?:#!|::+)(?:(?:\/\w+)*[/ ])?([\w#.+-]+)/.exec(code)?.[1]
