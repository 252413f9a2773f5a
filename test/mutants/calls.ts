import type { Mutant } from './mutant'

const SOCKETS = ['test/writing/call-sockets.test.ts'] as const
const TESTS = ['test/writing/calls.test.ts'] as const
const RIGHTS = ['test/writing/call-rights.test.ts'] as const
const RULES = ['test/writing/calls.rules.test.ts'] as const
const MEDIA = ['test/writing/call-media.test.ts'] as const
const KEYS = ['web/test/call-keys.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/writing/calls/take-seat.ts',
    search: 'joinedAtIn(token, { call, number, user_id })',
    replace: 'joinedAtIn(token, { call, number, user_id }) ?? realm.now()',
    reason: 'A user takes the seat of another user, and receives the signals that are for them.',
    tests: SOCKETS,
  },
  {
    file: 'src/domain/writing/calls/rules.ts',
    search: 'return sameSecret(token, seatToken({ ...claim, joined_at })) ? joined_at : undefined',
    replace: 'return joined_at',
    reason: 'A token of a seat need not come from the realm.',
    tests: RULES,
  },
  {
    file: 'src/domain/writing/calls/rules.ts',
    search: '`${call.call_id} ${number} ${user_id} ${joined_at}`',
    replace: '`${call.call_id} ${number} ${joined_at}`',
    reason: 'The token of one user is good for another one.',
    tests: RULES,
  },
  {
    file: 'src/domain/writing/calls/access.ts',
    search: 'if (found === undefined || !canSeeCall(realm, user, found)) throw callDoesNotExist({})',
    replace: 'if (found === undefined) throw callDoesNotExist({})',
    reason: 'Users decline, end and join calls of conversations that they cannot read.',
    tests: TESTS,
  },
  {
    file: 'src/domain/writing/calls/access.ts',
    search: "if (!hasRealmPermission(realm, user, 'parley_can_join_calls_group')) throw notPermittedToJoinCalls({})",
    replace: '',
    reason: 'Users join calls without the permission.',
    tests: TESTS,
  },
  {
    file: 'src/domain/writing/calls/access.ts',
    search: 'if (!canAdminister(channel, loadViewerAccess(realm, user, channel))) throw notPermittedToModerate({})',
    replace: '',
    reason: 'Any reader of a channel removes others from its calls, and ends them.',
    tests: TESTS,
  },
  {
    file: 'src/domain/writing/calls/events.ts',
    search: 'return canSeeCall(realm, user, found) ? [wireCall(realm, found)] : []',
    replace: 'return [wireCall(realm, found)]',
    reason: 'Users learn who talks in private channels.',
    tests: TESTS,
  },
  {
    file: 'src/domain/writing/calls/due-work.ts',
    search: "    sendMessage(realm, peer, { end: 'no_access' })\n    realm.peers.disconnect(peer, 'ended')\n",
    replace: '',
    reason: 'Users who can no longer read a conversation stay in its call.',
    tests: SOCKETS,
  },
  {
    file: 'src/domain/writing/calls/due-work.ts',
    search: 'const isChanged = followRights(realm, call_id)',
    replace: 'const isChanged = false',
    reason: 'Users who may no longer write go on speaking in a call.',
    tests: RIGHTS,
  },
  {
    file: 'src/domain/writing/calls/take-seat.ts',
    search: '  followRights(realm, call_id)\n',
    replace: '',
    reason: 'Users keep a right that they lost while their socket was cut.',
    tests: RIGHTS,
  },
  {
    file: 'src/domain/writing/calls/media/actions.ts',
    search: '  requireShowing(realm, actor, found, sources)\n  const before',
    replace: '  const before',
    reason: 'Users publish with a right that they lost while the media server answered.',
    tests: RIGHTS,
  },
  {
    file: 'src/domain/writing/calls/follow-rights.ts',
    search: '    forgetPublished(realm, peer)\n',
    replace: '',
    reason: 'What users may no longer publish goes on at the media server.',
    tests: RIGHTS,
  },
  {
    file: 'src/domain/writing/calls/peers.ts',
    search: "if (!facts.may_speak && (shows || change.audio === true)) return 'listens'",
    replace: '',
    reason: 'Users speak where they may only read.',
    tests: TESTS,
  },
  {
    file: 'src/domain/writing/calls/peers.ts',
    search: '!isCounted || ',
    replace: '',
    reason: 'A participant sends any number of messages.',
    tests: SOCKETS,
  },
  {
    file: 'src/domain/writing/calls/peers.ts',
    search: 'if (other.number === to) ',
    replace: '',
    reason: 'Each participant receives the secrets that are encrypted for another one.',
    tests: SOCKETS,
  },
  {
    file: 'src/domain/writing/calls/media/pass.ts',
    search:
      'return sameSecret(pass, passFor(secret, { ...claim, session_id, expires_at, offer })) ? session_id : undefined',
    replace: 'return session_id',
    reason: 'A client names the session at the media server that it answers for.',
    tests: RULES,
  },
  {
    file: 'src/domain/writing/calls/media/pass.ts',
    search: 'participant, credential ?? null,',
    replace: 'participant,',
    reason: 'The pass of one user is good for another one.',
    tests: RULES,
  },
  {
    file: 'src/domain/writing/calls/media/pass.ts',
    search: 'if (spent.has(pass)) return false',
    replace: '',
    reason: 'With one pass, a client sends any number of requests to the media server, and nothing counts them.',
    tests: RULES,
  },
  {
    file: 'src/domain/writing/calls/media/close-sessions.ts',
    search: 'is_lost === true && ',
    replace: 'is_lost === undefined && ',
    reason: 'Who lost a right receives on, with a request that was on its way.',
    tests: MEDIA,
  },
  {
    file: 'web/calls/keys.ts',
    search: 'if (recipients.drop(roster, mayComeBack)) return renew()',
    replace: 'recipients.drop(roster, mayComeBack)',
    reason: 'Who left a call still decrypts it.',
    tests: KEYS,
  },
  {
    file: 'web/calls/keys.ts',
    search: 'if (hasNew) await secret.advance()\n',
    replace: '',
    reason: 'Who joins a call decrypts what was sent before.',
    tests: KEYS,
  },
  {
    file: 'web/calls/key-pair.ts',
    search: '`${call_id} ${from} ${to}`',
    replace: '`${call_id}`',
    reason:
      'The realm sends a secret back to the participant who sent it, and it counts as one of another participant.',
    tests: KEYS,
  },
  {
    file: 'web/call-worker/frames.ts',
    search: 'const counter = current.counter++',
    replace: 'const { counter } = current',
    reason: 'Two frames are encrypted with the same nonce.',
    tests: KEYS,
  },
  {
    file: 'src/domain/writing/calls/start.ts',
    search: 'return quietUntil(userSettingsOf(realm, user), realm.now()) === undefined',
    replace: 'return true',
    reason: 'Calls ring for users who must not be disturbed.',
    tests: TESTS,
  },
]
