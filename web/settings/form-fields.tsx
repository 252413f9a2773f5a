import { createMemo, For } from 'solid-js'

// What the user types stays when an event changes something else: a memo answers the same, and nothing sets the field again.

type TextProps = {
  label: string
  name?: string
  /** How many characters it may have. */
  most?: number
  type?: 'url' | 'email' | 'password'
  /** What the browser may fill in. Without it, nothing. */
  fill?: string
  least?: number
  pattern?: string
  isOptional?: boolean
  /** The browser does not look for spelling errors. */
  isCode?: boolean
  value?: string
  typed?: (text: string) => void
}

/** A field of a form for one line of text. */
export function TextField(props: TextProps) {
  const value = createMemo(() => props.value ?? '')
  return (
    <label>
      {props.label}
      <input
        name={props.name}
        type={props.type}
        required={!props.isOptional}
        minlength={props.least}
        maxlength={props.most}
        pattern={props.pattern}
        dir="auto"
        autocomplete={props.fill ?? 'off'}
        spellcheck={!props.isCode}
        value={value()}
        onInput={({ currentTarget }) => props.typed?.(currentTarget.value)}
      />
    </label>
  )
}

type LongTextProps = { label: string; name: string; rows?: number; most?: number; value: string }

/** A field of a form for several lines. */
export function LongTextField(props: LongTextProps) {
  const value = createMemo(() => props.value)
  return (
    <label>
      {props.label}
      <textarea name={props.name} required rows={props.rows ?? 4} maxlength={props.most} dir="auto" value={value()} />
    </label>
  )
}

/** A field of a form that is on or off. */
export function CheckField(props: { label: string; name: string; isChecked?: boolean }) {
  const isChecked = createMemo(() => props.isChecked === true)
  return (
    <label class="choice">
      <input type="checkbox" name={props.name} checked={isChecked()} /> {props.label}
    </label>
  )
}

type ChoiceProps = {
  label: string
  name?: string
  /** The name of each value. */
  options: Readonly<Record<string, string>>
  value?: string
  isDisabled?: boolean
  choose?: (value: string) => void
}

/** A field of a form that has one of several values. */
export function ChoiceField(props: ChoiceProps) {
  const chosen = createMemo(() => props.value)
  return (
    <label>
      {props.label}
      <select
        name={props.name}
        disabled={props.isDisabled}
        onChange={({ currentTarget }) => props.choose?.(currentTarget.value)}
      >
        <For each={Object.keys(props.options)}>
          {(value) => (
            <option value={value} selected={value === chosen()}>
              {props.options[value]}
            </option>
          )}
        </For>
      </select>
    </label>
  )
}
