import type { Mutant } from './mutant'

const THREATS = 'test/threats/scim.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/accounts/scim/token-actions.ts',
    search: 'if (token === undefined || realmRow(realm).is_deactivated) throw wrongToken()',
    replace: 'if (token === undefined) return',
    reason: 'Any visitor manages the accounts.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/scim/token-endpoints.ts',
    search: 'requireRecentLogin(realm)\n    return createToken(',
    replace: 'return createToken(',
    reason: 'A thief of an API key creates a token that manages all accounts.',
    tests: ['test/accounts/scim.test.ts'],
  },
  {
    file: 'src/domain/accounts/scim/users.ts',
    search: 'if ((role === OWNER || touchesOwner) && !managesOwners(realm)) throw notPermitted(OWNERS_ONLY)',
    replace: '',
    reason: 'The directory takes over owners.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/scim/users.ts',
    search: 'if (isLastOwner(realm, current())) throw cannotDemoteLastOwner({})',
    replace: '',
    reason: 'The directory removes the last owner.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/scim/users.ts',
    search: 'if (!isPerson(user) || isGone(realm, user.user_id)) throw noSuchResource(id)',
    replace: 'if (user === undefined) throw noSuchResource(id)',
    reason: 'The directory manages bots.',
    tests: [THREATS],
  },
  {
    file: 'src/domain/accounts/scim/normal-form.ts',
    search: "if (attribute.name === 'value' && isKnown === false)",
    replace: "if (attribute.name === 'none' && isKnown === false)",
    reason: 'The directory gives the role of an owner.',
    tests: ['test/accounts/scim.rules.test.ts'],
  },
  {
    file: 'src/domain/accounts/users/update-account.ts',
    search:
      "notifySecurityChange(realm, findUser(realm, target.user_id)!, 'email', { previous: target.delivery_email })\n  endSessionsOf(realm, target.user_id)",
    replace: '',
    reason: 'A changed address sends no email, and ends no session.',
    tests: [THREATS],
  },
]
