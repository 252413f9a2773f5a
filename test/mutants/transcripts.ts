import type { Mutant } from './mutant'

const TESTS = ['test/integrations/transcripts.test.ts'] as const
const FILE = 'src/domain/integrations/language-model/transcript-endpoints.ts'

export const mutants: Mutant[] = [
  {
    file: FILE,
    search: 'const { id } = getVisibleMessage(realm, user, message_id)',
    replace: 'const id = message_id',
    reason: 'Users read the words of a voice message that they cannot read.',
    tests: TESTS,
  },
  {
    file: FILE,
    search: "if (!file?.content_type.startsWith('audio/')) throw noSuchSound({})",
    replace: 'if (file === undefined) throw noSuchSound({})',
    reason: 'Files without sound are sent to the model.',
    tests: TESTS,
  },
  {
    file: FILE,
    search: '    requireMayAsk(realm, user)\n',
    replace: '',
    reason: 'Users without the permission read what the model wrote down for others.',
    tests: TESTS,
  },
  {
    file: FILE,
    search: '    if (file.size > MAX_SOUND_BYTES) throw soundIsTooLarge({})\n',
    replace: '',
    reason: 'The Worker reads files of any size into its memory.',
    tests: TESTS,
  },
]
