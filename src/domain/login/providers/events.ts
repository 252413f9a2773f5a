import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { loginPath, PROVIDER_KINDS, type KnownProvider } from './provider'
import { providersOf } from './available-providers'

/** What each user sees of a provider: enough to log in there, and to connect an identity. */
const listedProviderShape = named(
  'ListedProvider',
  v.strictObject({
    provider: v.string(),
    kind: v.picklist(PROVIDER_KINDS),
    display_name: v.string(),
    login_url: v.string(),
  }),
)

type ListedProvider = v.InferOutput<typeof listedProviderShape>

const listed = (provider: KnownProvider): ListedProvider => ({
  provider: provider.key,
  kind: provider.kind,
  display_name: provider.display_name,
  login_url: loginPath(provider),
})

/** Returns the providers as each user sees them. */
export const listedProviders = (realm: ReadOnlyRealm): ListedProvider[] => providersOf(realm).map(listed)

export const providersChanged = event<{ parley_providers: ListedProvider[] }>({
  type: 'parley_providers',
  summary: 'The identity providers at which users can log in changed. The event lists all of them.',
  recipients: { everyone: true },
  updates: 'parley_providers',
  fields: { parley_providers: v.array(listedProviderShape) },
})

export const providersState = stateSlice({
  fetchedFor: ['parley_providers'],
  fields: { parley_providers: v.array(listedProviderShape) },
  read: (realm: ReadOnlyRealm) => ({ parley_providers: listedProviders(realm) }),
})
