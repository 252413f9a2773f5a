import { createSignal, Show } from 'solid-js'
import type { Hold } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { fullTime } from '../../parts/time'
import { discoveryWords as words } from '../../words/en-discovery'
import { settingsWords } from '../../words/en-settings'
import { fetched } from '../fetched'
import { TextField } from '../form-fields'
import { Items, Part, SettingsForm, textOf } from '../parts'
import { aboutWhom, Reason, reasonAndTime } from './about-whom'

const MAX_NAME_LENGTH = 60

/** The holds, each with what it keeps, and a form for another one. `noted`: the log has one more entry. */
export function Holds(props: { noted: () => void }) {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /parley/discovery/holds')).holds)
  const { people, channels, Fields, empty } = aboutWhom()
  async function changed() {
    await refresh()
    props.noted()
  }
  async function create(fields: FormData, form: HTMLFormElement) {
    const whom = { name: textOf(fields, 'name'), user_ids: people(), stream_ids: channels() }
    await ask('POST /parley/discovery/holds', { ...whom, ...reasonAndTime(fields) })
    form.reset()
    empty()
    await changed()
  }
  return (
    <>
      <Part title={words.holds} text={words.holdsText}>
        <Items of={value()} none={words.noHolds}>
          {(hold) => <HoldRow hold={hold} ended={changed} />}
        </Items>
      </Part>
      <Part title={words.newHold}>
        <SettingsForm button={settingsWords.add} submit={create}>
          <TextField label={words.name} name="name" most={MAX_NAME_LENGTH} />
          <Reason />
          <Fields />
        </SettingsForm>
      </Part>
    </>
  )
}

function HoldRow(props: { hold: Hold; ended: () => Promise<void> }) {
  const { ask, names } = useClient()
  const { hold_id, name, reason, user_ids, stream_ids, sent_from, sent_before, created_by, created_at } = props.hold
  const [isOpen, setOpen] = createSignal(false)
  const whom = [
    ...user_ids.map(names.user),
    ...stream_ids.map((id) => `# ${names.channel(id)}`),
    ...(sent_from === null ? [] : [`${words.from}: ${fullTime(sent_from)}`]),
    ...(sent_before === null ? [] : [`${words.before}: ${fullTime(sent_before)}`]),
  ]
  async function end(fields: FormData) {
    await ask('DELETE /parley/discovery/holds/:hold_id', { hold_id, reason: textOf(fields, 'reason') })
    await props.ended()
  }
  return (
    <li>
      <div class="grow">
        <b dir="auto">{name}</b>
        <p dir="auto">{whom.join(', ') || words.everything}</p>
        <p class="quiet" dir="auto">
          {reason} · {names.user(created_by)} · {fullTime(created_at)}
        </p>
        <Show when={isOpen()}>
          <SettingsForm button={words.end} submit={end} isDangerous>
            <p>{words.endText}</p>
            <Reason />
          </SettingsForm>
        </Show>
      </div>
      <button
        class="act"
        aria-expanded={isOpen()}
        aria-label={`${words.end}: ${name}`}
        onClick={() => setOpen(!isOpen())}
      >
        {words.end}
      </button>
    </li>
  )
}
