import type { Mutant } from './mutant'

const CHANGES = 'test/accounts/provider-changes.test.ts'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/accounts/provider-changes/endpoints.ts',
    search: 'requireRecentLogin(realm)\n    addOwnProvider(',
    replace: 'addOwnProvider(',
    reason: 'A thief of an API key adds a provider of their own, which opens all accounts.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/accounts/provider-changes/actions.ts',
    search: 'if (isElsewhere && fields.client_secret === undefined)',
    replace: 'if (false as boolean)',
    reason: 'A stored client secret is sent to a server of an attacker.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/accounts/provider-changes/actions.ts',
    search: 'if (problemOfAddress(provider.issuer, outsidePolicy(realm)) !== undefined)',
    replace: 'if (false as boolean)',
    reason: 'A provider is at a private address.',
    tests: [CHANGES],
  },
  {
    file: 'src/domain/accounts/providers/configuration-rules.ts',
    search: "if (kind === 'oidc' && large) return",
    replace: "if (kind === 'saml' as string && large) return",
    reason: 'The rules for the addresses of Google are avoided by another kind.',
    tests: [CHANGES],
  },
]
