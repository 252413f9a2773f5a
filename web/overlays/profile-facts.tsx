import { For, Show, type JSX } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { CustomProfileField, User } from '../../client-state/wire'
import { textOfHtml } from '../parts/html-text'
import { dateName } from '../parts/time'
import { printCard } from '../routes/card'

const LONG_TEXT = 2
const SELECT = 3
const DATE = 4
const LINK = 5
const PEOPLE = 6
const EXTERNAL_ACCOUNT = 7
const MAX_CHARACTERS = 500

type ProfileValue = NonNullable<User['profile_data']>[string]
type AccountData = { subtype: string; url_pattern?: string }

/** The profile fields of the organization that a user has filled in, each in the form of its kind. */
export function ProfileFacts(props: { user: User }) {
  const client = useClient()
  const { store, watch } = client
  const filled = (): { field: CustomProfileField; value: ProfileValue }[] => {
    watch('people')
    const all = store.state.custom_profile_fields
    return all.flatMap((field) => {
      const value = props.user.profile_data?.[field.id]
      return value?.value ? [{ field, value }] : []
    })
  }
  return (
    <For each={filled()}>
      {({ field, value }) => (
        <div>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">{valueOf(client, field, value)}</dd>
        </div>
      )}
    </For>
  )
}

function optionsIn(field_data: string): Record<string, { text: string }> {
  const options: Record<string, { text: string }> = JSON.parse(field_data)
  return options
}

function accountIn(field_data: string): AccountData {
  const account: AccountData = JSON.parse(field_data)
  return account
}

function valueOf(
  client: Client,
  { type, field_data }: CustomProfileField,
  { value, rendered_value }: ProfileValue,
): JSX.Element {
  if (type === LONG_TEXT) return textOfHtml(rendered_value ?? value, MAX_CHARACTERS)
  if (type === SELECT) return optionsIn(field_data)[value]?.text ?? value
  if (type === DATE) return dateName(value)
  if (type === LINK) return <WebLink address={value} text={value} />
  if (type === EXTERNAL_ACCOUNT)
    return <WebLink address={accountAddress(client, accountIn(field_data), value)} text={value} />
  if (type !== PEOPLE) return value
  const ids: number[] = JSON.parse(value)
  return (
    <For each={ids}>
      {(id) => (
        <a class="chip" href={printCard({ card: 'user', id })}>
          {client.names.user(id)}
        </a>
      )}
    </For>
  )
}

function WebLink(props: { address: string; text: string }) {
  return (
    <Show when={/^https?:/i.test(props.address)} fallback={props.text}>
      <a href={props.address} target="_blank" rel="noopener noreferrer">
        {props.text}
      </a>
    </Show>
  )
}

/** The server knows some services by name. Others have a pattern of their own. */
function accountAddress({ store }: Client, { subtype, url_pattern }: AccountData, username: string): string {
  const pattern = url_pattern ?? store.state.realm_default_external_accounts[subtype]?.url_pattern ?? ''
  return pattern.replaceAll('%(username)s', () => encodeURIComponent(username))
}
