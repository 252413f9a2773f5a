import type { Mutant } from './mutant'

const ARCHIVES = ['test/scripts/import/archives.test.ts'] as const
const INTERRUPTIONS = ['test/scripts/import/interruptions.test.ts'] as const
const NUMBERS = ['test/scripts/import/bson.test.ts'] as const

const REALMS = ['test/data/imported-realms.test.ts'] as const
const OWNERS = ['test/data/owner-imports.test.ts'] as const

const SLACK = ['test/scripts/import/slack-messages.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'conversion/slack-messages.ts',
    search: 'withoutTokens(contentOf(copy, message, { names, stored }))',
    replace: 'contentOf(copy, message, { names, stored })',
    reason: 'All members read a token with which all files of a workspace of Slack can be read.',
    tests: SLACK,
  },
  {
    file: 'src/domain/data/realm-copies/finish-import.ts',
    search: '  seedBots(realm)\n',
    replace: '',
    reason: 'Bots of an import have no seed, and no administrator can register.',
    tests: REALMS,
  },
  {
    file: 'src/domain/data/realm-copies/uploaded-rows.ts',
    search: "name === 'rendered_value' ? undefined : value",
    replace: 'value',
    reason: 'An owner writes HTML into the profiles of users with an import.',
    tests: OWNERS,
  },
  {
    file: 'conversion/tar.ts',
    search: 'base === 8 ? /^[0-7]*$/ : /^\\d+$/',
    replace: 'base === 8 ? /^-?[0-7]*$/ : /^-?\\d+$/',
    reason: 'An archive with a negative size is read without end.',
    tests: ARCHIVES,
  },
  {
    file: 'conversion/convert.ts',
    search: '  await storage.clear()\n',
    replace: '',
    reason: 'A conversion continues with what an interrupted one left, and messages are there twice.',
    tests: INTERRUPTIONS,
  },
  {
    file: 'conversion/bson.ts',
    search: 'if (length < least || ',
    replace: 'if (',
    reason: 'Documents that contain the same bytes are read twice each, without end.',
    tests: NUMBERS,
  },
]
