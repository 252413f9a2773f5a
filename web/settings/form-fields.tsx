import { For } from 'solid-js'

declare module 'solid-js' {
  namespace JSX {
    interface ExplicitProperties {
      /** The value of a field until the user types. An event that brings another value leaves what the user typed. */
      defaultValue: string | number
    }
  }
}

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
export const TextField = (props: TextProps) => (
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
      value={props.value ?? ''}
      onInput={({ currentTarget }) => props.typed?.(currentTarget.value)}
    />
  </label>
)

type LongTextProps = { label: string; name: string; rows?: number; most?: number; initial: string }

/** A field of a form for several lines. */
export const LongTextField = (props: LongTextProps) => (
  <label>
    {props.label}
    <textarea
      // Its first text is inside the label, and would be a part of the name.
      aria-label={props.label}
      name={props.name}
      required
      rows={props.rows ?? 4}
      maxlength={props.most}
      dir="auto"
      prop:defaultValue={props.initial}
    />
  </label>
)

/** A field of a form that is on or off. */
export const CheckField = (props: { label: string; name: string; isChecked?: boolean }) => (
  <label class="choice">
    <input type="checkbox" name={props.name} checked={props.isChecked} /> {props.label}
  </label>
)

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
export const ChoiceField = (props: ChoiceProps) => (
  <label>
    {props.label}
    <select
      name={props.name}
      disabled={props.isDisabled}
      onChange={({ currentTarget }) => props.choose?.(currentTarget.value)}
    >
      <For each={Object.keys(props.options)}>
        {(value) => (
          <option value={value} selected={value === props.value}>
            {props.options[value]}
          </option>
        )}
      </For>
    </select>
  </label>
)
