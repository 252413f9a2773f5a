import { createSignal, For, Show } from 'solid-js'
import type { GuestLink } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { PersonLink } from '../../parts/person-link'
import { fullTime } from '../../parts/time'
import { channelsInOrder } from '../../store/conversations'
import { guestWords as words } from '../../words/en-guests'
import { confirmed, ConfirmDialog } from '../confirm'
import { copyText } from '../copy-text'
import { attempt, fetched } from '../fetched'
import { CheckField, ChoiceField, TextField } from '../form-fields'
import { Items, Part, SettingsForm, textOf } from '../parts'
import { isPermitted } from './own-permissions'

const MAX_USES = 200

/** Creates guest links. Lists the links that the user manages, each with its guests. */
export function GuestLinks() {
  const client = useClient()
  const { ask, store } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /parley/guest_links')).guest_links)
  const mayCreate = () => isPermitted(client, 'parley_can_create_guest_links_group')
  return (
    <Show when={mayCreate() || store.state.is_admin}>
      <Show when={mayCreate()}>
        <NewGuestLink refresh={refresh} />
      </Show>
      <Part title={words.links}>
        <Items of={value()} none={words.none}>
          {(link) => <LinkRow link={link} refresh={refresh} />}
        </Items>
      </Part>
      <ConfirmDialog />
    </Show>
  )
}

function NewGuestLink(props: { refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, store } = client
  const [url, setUrl] = createSignal<string>()
  const channels = () =>
    Object.fromEntries(channelsInOrder(store.state).map(({ stream_id, name }) => [`${stream_id}`, `# ${name}`]))
  async function submit(fields: FormData) {
    const topic = textOf(fields, 'topic')
    const { guest_link } = await ask('POST /parley/guest_links', {
      ...(topic && { topic }),
      stream_id: Number(textOf(fields, 'channel')),
      expires_in_minutes: Number(textOf(fields, 'end')),
      max_uses: Number(textOf(fields, 'uses')),
      guests_leave: fields.has('leave'),
    })
    setUrl(guest_link.url)
    await props.refresh()
  }
  return (
    <Part title={words.add} text={words.text}>
      <SettingsForm button={words.create} submit={submit}>
        <ChoiceField label={words.channel} name="channel" options={channels()} />
        <TextField label={words.topic} name="topic" most={60} isOptional />
        <ChoiceField label={words.expires} name="end" options={words.expiry} value="10080" />
        <TextField label={words.uses(MAX_USES)} name="uses" value="10" most={3} />
        <CheckField label={words.leave} name="leave" isChecked />
      </SettingsForm>
      <Show when={url()}>
        {(address) => (
          <div role="group" aria-label={words.link}>
            <code class="secret">{address()}</code>
            <button class="act" onClick={() => void copyText(client, address())}>
              {words.copy}
            </button>
          </div>
        )}
      </Show>
    </Part>
  )
}

function LinkRow(props: { link: GuestLink; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, names } = client
  const { id, stream_id, expires_at, uses, max_uses, is_open, url, guest_ids, created_by_user_id } = props.link
  const name = () => `# ${names.channel(stream_id)}`
  const title = () => `${is_open ? words.end : words.endStayed(guest_ids.length)}: ${name()}`
  const endWith = (deactivate_guests: boolean) =>
    ask('DELETE /parley/guest_links/:guest_link_id', { guest_link_id: id, deactivate_guests }).then(props.refresh)
  const end = () =>
    confirmed(client, {
      title: title(),
      text: words.endText,
      button: words.end,
      choices: { guests: words.endGuests(guest_ids.length) },
      run: (checked) => endWith(checked.includes('guests')),
    })
  const endGuests = () =>
    confirmed(client, { title: title(), text: words.endStayedText, button: words.end, run: () => endWith(true) })
  return (
    <li class="guest-link">
      <div class="grow">
        <b dir="auto">{name()}</b>
        <p class="quiet">
          {words.facts(names.user(created_by_user_id), uses, max_uses)}{' '}
          {is_open ? words.until(fullTime(expires_at)) : words.ended}
        </p>
      </div>
      <Show when={url}>
        {(address) => (
          <button class="act" aria-label={`${words.copy}: ${name()}`} onClick={() => void copyText(client, address())}>
            {words.copy}
          </button>
        )}
      </Show>
      <Show when={is_open || guest_ids.length > 0}>
        <button class="act danger" aria-label={title()} onClick={is_open ? end : endGuests}>
          {words.end}
        </button>
      </Show>
      <Show when={guest_ids.length > 0}>
        <ul class="items" aria-label={words.guests}>
          <For each={guest_ids}>{(user_id) => <GuestRow user_id={user_id} refresh={props.refresh} />}</For>
        </ul>
      </Show>
    </li>
  )
}

function GuestRow(props: { user_id: number; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, names, store } = client
  const { user_id } = props
  const accept = async () => {
    await attempt(client, ask('POST /parley/users/:user_id/accept', { user_id }))
    await props.refresh()
  }
  return (
    <li>
      <div class="grow">
        <PersonLink user_id={user_id} />
      </div>
      <Show when={store.state.is_admin}>
        <button class="act" aria-label={`${words.accept}: ${names.user(user_id)}`} onClick={() => void accept()}>
          {words.accept}
        </button>
      </Show>
    </li>
  )
}
