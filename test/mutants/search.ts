import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/messages/search/candidates.ts',
    search: 'prefixes.every((prefix) => text.includes(prefix)) && isInNarrow(access, query, row)',
    replace: 'prefixes.every((prefix) => text.includes(prefix))',
    reason: 'A search finds messages that are not in D1 yet and that the reader cannot read.',
    tests: ['test/messages/search.test.ts'],
  },
  {
    file: 'src/domain/messages/search/search-page.ts',
    search: 'left -= cost + compared',
    replace: 'left -= 0',
    reason: 'A search compares the texts of a whole history in one answer.',
    tests: ['test/messages/search.facets.test.ts'],
  },
  {
    file: 'src/domain/messages/search/search-page.ts',
    search: 'if (end === undefined || found.length > 0) return',
    replace: 'if (end === undefined || found.length >= 0) return',
    reason: 'A page of messages is empty after one piece of a search, and clients cannot continue.',
    tests: ['test/messages/search.facets.test.ts'],
  },
  {
    file: 'src/domain/messages/search/endpoints.ts',
    search: 'const isEnd = next === undefined || next <= above + 1',
    replace: 'const isEnd = next === undefined',
    reason: 'A search goes on before the time that it is about.',
    tests: ['test/messages/search.facets.test.ts'],
  },
]
