import type { Mutant } from './mutant'

const CHANGES = 'test/login/provider-changes.test.ts'
const CONNECTIONS = 'test/threats/identity-connections.test.ts'
const LAST_WAY = 'test/threats/last-way-to-log-in.test.ts'
const GROUPS = 'test/login/provider-groups.test.ts'
const LOGOUT = 'test/threats/back-channel-logout.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/login/provider-changes/endpoints.ts',
    search: 'requireRecentLogin(realm)\n    addOwnProvider(',
    replace: 'addOwnProvider(',
    reason: 'A thief of an API key adds a provider of their own, which opens all accounts.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/login/provider-changes/actions.ts',
    search: 'if (isElsewhere && fields.client_secret === undefined)',
    replace: 'if (false as boolean)',
    reason: 'A stored client secret is sent to a server of an attacker.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/login/provider-changes/actions.ts',
    search: 'if (problemOfAddress(provider.issuer, outsidePolicy(realm)) !== undefined)',
    replace: 'if (false as boolean)',
    reason: 'A provider is at a private address.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/login/providers/configuration-rules.ts',
    search: "if (kind === 'oidc' && large) return",
    replace: "if (kind === 'saml' as string && large) return",
    reason: 'The rules for the addresses of Google are avoided by another kind.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/accounts/provider-login/identity-endpoints.ts',
    search: 'requireRecentLogin(realm)\n    return beginLogin(',
    replace: 'return beginLogin(',
    reason: 'A thief connects an identity in a session that was left open.',
    tests: [CONNECTIONS],
  },
  {
    file: 'src/domain/accounts/provider-login/identity-endpoints.ts',
    search: 'requireRecentLogin(realm)\n    remove(',
    replace: 'remove(',
    reason: 'A thief of an API key removes the identities of its owner.',
    tests: [CONNECTIONS],
  },
  {
    file: 'src/domain/accounts/provider-login/connections.ts',
    search: "if (session?.session_id !== login.session_id || !user?.is_active) return { refusal: 'another session' }",
    replace: "if (session === undefined || !user) return { refusal: 'another session' }",
    reason: 'An identity is connected with the account of another user of the browser.',
    tests: [CONNECTIONS],
  },
  {
    file: 'src/domain/accounts/provider-login/connections.ts',
    search: 'trustsAddress(provider, verified_email) && isRealEmailOf(user, verified_email)',
    replace: 'trustsAddress(provider, verified_email)',
    reason: 'Any confirmed address proves the address of an account.',
    tests: [CONNECTIONS],
  },
  {
    file: 'src/domain/login/providers/ways-to-log-in.ts',
    search: 'if (could && !canLogIn(realm, user_id)) throw lastWayToLogIn({})',
    replace: '',
    reason: 'A user removes the last way to log in.',
    tests: [LAST_WAY],
  },
  {
    file: 'src/domain/login/providers/ways-to-log-in.ts',
    search: '(settingsOf(realm).parley_passkey_login && hasPasskeys(realm, user_id))',
    replace: 'hasPasskeys(realm, user_id)',
    reason: 'A passkey that logs in no user counts as a way to log in.',
    tests: [LAST_WAY],
  },
  {
    file: 'src/domain/login/passkeys/actions.ts',
    search: 'keepingAWayToLogIn(realm, user.user_id, () => removePasskey(realm, passkey))',
    replace: 'removePasskey(realm, passkey)',
    reason: 'A user removes the last passkey, and cannot log in.',
    tests: [LAST_WAY],
  },
  {
    file: 'src/domain/login/provider-changes/actions.ts',
    search: 'keepingAWayToLogIn(realm, user_id, () => forgetProvider(realm, key))',
    replace: 'forgetProvider(realm, key)',
    reason: 'An owner removes the provider without which they cannot log in.',
    tests: [LAST_WAY],
  },
  {
    file: 'src/domain/organization/settings/actions.ts',
    search: 'if (changed.some(decidesLogins)) withLoginsOf(realm, actor, write)\n  else write()',
    replace: 'write()',
    reason: 'An owner locks themselves out.',
    tests: [LAST_WAY],
  },
  {
    file: 'src/domain/accounts/provider-login/connections.ts',
    search: 'if (findIdentity(realm.sql, key)?.user_id !== user_id) throw noSuchIdentity({})',
    replace: '',
    reason: 'A user removes the identity of another user.',
    tests: [CONNECTIONS],
  },
  {
    file: 'src/domain/login/providers/logout-token.ts',
    search: 'if (await crypto.subtle.verify(algorithm.verify, imported, bytesOf(signature), signed)) return statement',
    replace: 'if (imported) return statement',
    reason: 'Any visitor logs users out.',
    tests: [LOGOUT],
  },
  {
    file: 'src/domain/login/providers/logout-token-rules.ts',
    search:
      "if (!parsed.success || (typeof claims === 'object' && claims !== null && 'nonce' in claims)) return undefined",
    replace: 'if (!parsed.success) return undefined',
    reason: 'An ID token logs a user out.',
    tests: [LOGOUT],
  },
  {
    file: 'src/domain/accounts/provider-login/group-endpoints.ts',
    search: 'requireRecentLogin(realm)\n    setProviderGroups(',
    replace: 'setProviderGroups(',
    reason: 'A thief of an API key decides which groups follow a provider.',
    tests: [GROUPS],
  },
  {
    file: 'src/domain/accounts/provider-login/group-changes.ts',
    search: 'if (is_system_group) throw groupFollowsRoles({ name })',
    replace: '',
    reason: 'A provider makes users owners.',
    tests: [GROUPS],
  },
  {
    file: 'src/domain/accounts/provider-login/group-changes.ts',
    search: 'if (unconfirmed.length > 0) throw groupsGiveRights({ group_ids: unconfirmed })',
    replace: '',
    reason: 'A provider gives rights of administrators that no owner confirmed.',
    tests: [GROUPS],
  },
  {
    file: 'src/domain/login/providers/follow-groups.ts',
    search: 'if (!withheld.includes(group_id)) change(',
    replace: 'change(',
    reason: 'A provider gives rights that a group got after an owner chose it.',
    tests: [GROUPS],
  },
  {
    file: 'src/domain/login/providers/group-storage.ts',
    search: ' && stated.issuer === issuer',
    replace: '',
    reason: 'Another provider of the same name decides the groups.',
    tests: [GROUPS],
  },
  {
    file: 'src/domain/login/providers/follow-groups.ts',
    search:
      "if (groups.values === null) return ignore('incomplete', [])\n\n  const { given, others } = groupsOfValues(followed.groups, groups.values)",
    replace: 'const { given, others } = groupsOfValues(followed.groups, groups.values ?? [])',
    reason: 'A claim that is too long removes a user from all groups.',
    tests: [GROUPS],
  },
]
