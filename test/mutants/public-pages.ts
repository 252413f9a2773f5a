import type { Mutant } from './mutant'

const TEST = 'test/threats/public-pages.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/messages/public-pages/public-channels.ts',
    search: 'channel !== undefined && isOnPublicPages(channel) ? wordsOf(channel)',
    replace: 'channel !== undefined ? wordsOf(channel)',
    reason: 'A page names a channel that is not public, and lists its topics.',
    tests: [TEST],
  },
  {
    file: 'src/domain/messages/public-pages/public-channels.ts',
    search: 'admitsSpectators(realm) ? findChannel(realm, stream_id) : undefined',
    replace: 'findChannel(realm, stream_id)',
    reason: 'A page shows a channel although the organization admits no spectators.',
    tests: [TEST],
  },
  {
    file: 'src/domain/messages/public-pages/rules.ts',
    search: ' && !channel.is_archived',
    replace: '',
    reason: 'An archived channel keeps its page.',
    tests: [TEST],
  },
]
