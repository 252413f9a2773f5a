import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { channelsInOrder } from '../store/conversations'
import { Refusal } from '../wire/requests'
import { words as general } from '../words/en'
import { settingsWords as words } from '../words/en-settings'
import type { SettingText } from '../words/en-user-settings'
import type { Line } from './setting-line'
import { NotWanted } from './not-wanted'
import { Failure } from '../parts/failure'
import '../parts/switch.css'
import './control.css'

type Props = {
  line: Line
  words: SettingText
  /** Where another value than usual is chosen, what is usual. */
  usual?: string
  value: unknown
  isDisabled?: boolean
  save: (value: unknown) => Promise<unknown>
}

/** A setting: its name, a sentence about it, and what changes it. It says when the server has the change, or why not. */
export function SettingControl(props: Props) {
  const id = createUniqueId()
  const [status, setStatus] = createSignal('')
  const [error, setError] = createSignal('')
  // A field that is made anew shows the value that stays.
  const [field, remake] = createSignal({})
  async function save(value: unknown) {
    setError('')
    setStatus('')
    try {
      await props.save(value)
      setStatus(words.saved)
    } catch (refusal) {
      if (refusal instanceof NotWanted) remake({})
      setError(refusal instanceof Refusal ? refusal.message : general.unreachable)
    }
  }
  return (
    <div class="setting" classList={{ 'of-text': props.line.kind === 'text' }}>
      <div class="setting-text">
        <label for={id}>{props.words.name}</label>
        <p class="quiet" id={`${id}-text`}>
          {props.words.text}
          <Show when={props.usual}>{(usual) => <span class="usual"> {usual()}</span>}</Show>
        </p>
        <Failure text={error()} />
      </div>
      <div class="setting-value">
        <span class="saved" role="status">
          {status()}
        </span>
        <Show when={field()} keyed>
          <Field
            id={id}
            line={props.line}
            words={props.words}
            value={props.value}
            isDisabled={props.isDisabled}
            save={save}
          />
        </Show>
      </div>
    </div>
  )
}

type FieldProps = Omit<Props, 'save'> & { id: string; save: (value: unknown) => Promise<void> }

function Field(props: FieldProps) {
  const client = useClient()
  const { line, id } = props
  switch (line.kind) {
    case 'flag':
      return (
        <input
          id={id}
          aria-describedby={`${id}-text`}
          type="checkbox"
          class="switch"
          checked={props.value === true}
          disabled={props.isDisabled}
          onChange={({ currentTarget }) => void props.save(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Choice field={props} options={optionsOf(client, props.words, line.among)} isNumber={line.codes === true} />
      )
    case 'list':
      return <Choice field={props} options={line.values()} isNumber={line.codes === true} />
    case 'channel':
      return <Choice field={props} options={channelOptions(client)} isNumber />
    case 'number':
      return <Amount field={props} least={line.least} most={line.most} />
    case 'text':
      return <Text field={props} most={line.most} isLong={line.isLong === true} />
    case 'limit':
      return <Limit field={props} unit={line.unit} none={null} />
    case 'days':
      return <Limit field={props} unit={1} none={-1} />
  }
}

const channelOptions = ({ store }: Client): [string, string][] => [
  ['-1', words.noChannel],
  ...channelsInOrder(store.state).map(({ stream_id, name }): [string, string] => [String(stream_id), `# ${name}`]),
]

/** Returns the options of the catalogue, without those that the deployment does not have. */
function optionsOf(
  { store }: Client,
  { options = {} }: SettingText,
  among: 'realm_available_video_chat_providers' | undefined,
): [string, string][] {
  const all = Object.entries(options)
  if (among === undefined) return all
  const available = Object.values(store.state[among]).map(({ id }) => String(id))
  return all.filter(([value]) => available.includes(value))
}

function Choice(props: { field: FieldProps; options: [value: string, name: string][]; isNumber?: boolean }) {
  const isKnown = () => props.options.some(([value]) => value === String(props.field.value))
  return (
    <select
      id={props.field.id}
      aria-describedby={`${props.field.id}-text`}
      disabled={props.field.isDisabled}
      onChange={({ currentTarget: { value } }) =>
        void props.field.save(props.isNumber === true ? Number(value) : value)
      }
    >
      <Show when={!isKnown()}>
        <option value="" selected disabled>
          {words.notChosen}
        </option>
      </Show>
      <For each={props.options}>
        {([value, name]) => (
          <option value={value} selected={value === String(props.field.value)}>
            {name}
          </option>
        )}
      </For>
    </select>
  )
}

/** A text is saved when the field loses the focus. */
function Text(props: { field: FieldProps; most: number; isLong: boolean }) {
  // An event that changes something else leaves what the user types.
  const current = createMemo(() => (typeof props.field.value === 'string' ? props.field.value : ''))
  const save = (value: string) => value !== current() && void props.field.save(value)
  return (
    <Show
      when={props.isLong}
      fallback={
        <input
          id={props.field.id}
          aria-describedby={`${props.field.id}-text`}
          dir="auto"
          maxlength={props.most}
          disabled={props.field.isDisabled}
          value={current()}
          onChange={({ currentTarget }) => save(currentTarget.value)}
        />
      }
    >
      <textarea
        id={props.field.id}
        aria-describedby={`${props.field.id}-text`}
        dir="auto"
        maxlength={props.most}
        disabled={props.field.isDisabled}
        rows="3"
        value={current()}
        onChange={({ currentTarget }) => save(currentTarget.value)}
      />
    </Show>
  )
}

/** A number is saved when the field loses the focus. */
function Amount(props: { field: FieldProps; least: number; most: number }) {
  const current = createMemo(() => Number(props.field.value))
  return (
    <input
      id={props.field.id}
      aria-describedby={`${props.field.id}-text`}
      type="number"
      min={props.least}
      max={props.most}
      value={current()}
      disabled={props.field.isDisabled}
      onChange={({ currentTarget }) =>
        currentTarget.checkValidity() && void props.field.save(currentTarget.valueAsNumber)
      }
    />
  )
}

/** A number, or no limit. The API calls no limit `unlimited` in requests. */
function Limit(props: { field: FieldProps; unit: number; none: null | -1 }) {
  const isLimited = () => props.field.value !== props.none
  const current = createMemo(() => (isLimited() ? Math.round(Number(props.field.value) / props.unit) : ''))
  const [isChoosing, setChoosing] = createSignal(false)
  return (
    <span class="limit">
      <select
        id={props.field.id}
        aria-describedby={`${props.field.id}-text`}
        disabled={props.field.isDisabled}
        onChange={({ currentTarget }) => {
          setChoosing(currentTarget.value === 'limited')
          if (currentTarget.value !== 'limited') void props.field.save('unlimited')
        }}
      >
        <option value="unlimited" selected={!isLimited()}>
          {words.noLimit}
        </option>
        <option value="limited" selected={isLimited()}>
          {words.limited}
        </option>
      </select>
      <Show when={isLimited() || isChoosing()}>
        <input
          type="number"
          min="1"
          aria-label={`${props.field.words.name}: ${words.amount[props.unit] ?? ''}`}
          value={current()}
          disabled={props.field.isDisabled}
          onChange={({ currentTarget }) =>
            currentTarget.checkValidity() && void props.field.save(currentTarget.valueAsNumber * props.unit)
          }
        />
        <span>{words.amount[props.unit]}</span>
      </Show>
    </span>
  )
}
