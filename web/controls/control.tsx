import { For, Show } from 'solid-js'
import type { Control, ControlRow } from '../store/controls'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'

type Props = { row: ControlRow; control: Control; name: string; isOff: boolean; press: () => void }

/** The names of fields begin as those of a form: `email_text_input`, `datepicker`. Menus have others. */
const INPUT = /^([a-z]+?)(?:_text)?(?:_input|picker)$/
const MAX_CHARACTERS = 3000

/** A button; or a menu or a field, which a button beside it sends, unless it waits for the button of its form. */
export function ControlView(props: Props) {
  const { row, control } = props
  if (control.type === 'button') return PressButton(props)
  return (
    <>
      {control.type === 'checkboxes' ? Ticks(props) : LabelledField(props)}
      <Show when={!row.is_field}>{PressButton(props)}</Show>
    </>
  )
}

const nameOf = ({ row, control }: Props) =>
  (row.is_field ? row.label : control.placeholder) ?? row.label ?? laterWords.widgets.choose

const PressButton = (props: Props) => (
  <button
    type="button"
    class={`act outlined ${props.control.style ?? ''}`}
    aria-label={props.control.text === undefined ? laterWords.widgets.send(nameOf(props)) : undefined}
    aria-disabled={props.isOff}
    onClick={() => props.press()}
  >
    <span dir="auto">{props.control.text ?? words.composer.send}</span>
  </button>
)

function LabelledField(props: Props) {
  const { control, name } = props
  const { placeholder, multiline, max_length = MAX_CHARACTERS, initial: [value = ''] = [] } = control
  // A browser takes `plain` for text.
  const type = INPUT.exec(control.type)?.[1]
  // An empty step is that of browsers: whole numbers and minutes.
  const step = type === 'number' ? 'any' : ''
  return (
    <label class="control-field">
      <span dir="auto">{nameOf(props)}</span>
      <Show when={type} fallback={<Choice control={control} name={name} value={value} />}>
        <Show
          when={multiline}
          fallback={
            <input
              name={name}
              type={type}
              step={step}
              value={value}
              placeholder={placeholder}
              maxlength={max_length}
              dir="auto"
            />
          }
        >
          <textarea name={name} value={value} placeholder={placeholder} maxlength={max_length} dir="auto" />
        </Show>
      </Show>
    </label>
  )
}

function Choice(props: { control: Control; name: string; value: string }) {
  return (
    <select name={props.name}>
      <option value="">{laterWords.widgets.choose}</option>
      <For each={props.control.options}>
        {({ text, value, group }) => (
          <option value={value} selected={value === props.value}>
            {group ? `${group}: ${text}` : text}
          </option>
        )}
      </For>
    </select>
  )
}

function Ticks(props: Props) {
  const { control, name } = props
  return (
    <fieldset class="control-field">
      <legend dir="auto">{nameOf(props)}</legend>
      <For each={control.options}>
        {({ text, value }) => (
          <label class="choice">
            <input type="checkbox" name={name} value={value} checked={control.initial?.includes(value)} />
            {text}
          </label>
        )}
      </For>
    </fieldset>
  )
}
