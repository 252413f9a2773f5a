import { createMemo, createSignal } from 'solid-js'
import { useClient } from '../../client/use-client'
import { PeoplePicker, Picker } from '../../parts/people-picker'
import { allChannels } from '../../store/all-channels'
import { discoveryWords as words } from '../../words/en-discovery'
import { TextField } from '../form-fields'
import { textOf } from '../parts'

const MAX_REASON_LENGTH = 500

export const Reason = () => <TextField label={words.reason} name="reason" most={MAX_REASON_LENGTH} />

/** Fields for people, channels and a time, and what was chosen in them. */
export function aboutWhom() {
  const { names, store, watch } = useClient()
  const [people, setPeople] = createSignal<number[]>([])
  const [channels, setChannels] = createSignal<number[]>([])
  const all = createMemo(() => {
    watch('channels')
    return allChannels(store.state).map(({ stream_id, name }) => ({ id: stream_id, name }))
  })
  const Fields = () => (
    <>
      <PeoplePicker label={words.people} chosen={people()} change={setPeople} nameOf={names.user} />
      <Picker
        label={words.channels}
        chosen={channels().map((id) => ({ id, name: names.channel(id) }))}
        all={all()}
        change={setChannels}
      />
      <Day label={words.from} name="from" />
      <Day label={words.before} name="before" />
    </>
  )
  const empty = () => {
    setPeople([])
    setChannels([])
  }
  return { people, channels, Fields, empty }
}

const Day = (props: { label: string; name: string }) => (
  <label>
    {props.label}
    <input type="date" name={props.name} />
  </label>
)

/** Returns the beginning of a day of the user, in seconds. */
function dayOf(fields: FormData, name: string): number | null {
  const day = textOf(fields, name)
  return day === '' ? null : Math.floor(new Date(`${day}T00:00`).getTime() / 1000)
}

/** Returns the reason and the time of a form. */
export const reasonAndTime = (fields: FormData) => ({
  reason: textOf(fields, 'reason'),
  sent_from: dayOf(fields, 'from'),
  sent_before: dayOf(fields, 'before'),
})
