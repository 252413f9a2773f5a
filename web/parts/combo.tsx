import { For, type JSX } from 'solid-js'

type FieldProps = {
  ref: (field: HTMLInputElement) => void
  label: string
  /** The id of the list. Its options have the same one, and their place. */
  list: string
  /** The place of the chosen option, if there is one. */
  at: number | undefined
  isOpen?: boolean
  placeholder?: string
  value?: string
  type: (text: string) => void
  press: (event: KeyboardEvent) => void
  focus?: () => void
  blur?: () => void
  click?: () => void
}

/** A field with a list of options below it. The field keeps the focus, and screen readers say which option is chosen. */
export const ComboField = (props: FieldProps) => (
  <input
    ref={props.ref}
    type="text"
    role="combobox"
    aria-label={props.label}
    aria-expanded={props.isOpen ?? true}
    aria-controls={props.list}
    aria-autocomplete="list"
    aria-activedescendant={props.at === undefined ? undefined : `${props.list}-${props.at}`}
    placeholder={props.placeholder ?? props.label}
    autocomplete="off"
    spellcheck={false}
    value={props.value ?? ''}
    onFocus={() => props.focus?.()}
    onBlur={() => props.blur?.()}
    onClick={() => props.click?.()}
    onInput={({ currentTarget }) => props.type(currentTarget.value)}
    onKeyDown={(event) => props.press(event)}
  />
)

type OptionsProps<Item> = {
  id: string
  label: string
  kind: string
  of: readonly Item[]
  at: number
  choose: (item: Item) => void
  children: (item: Item) => JSX.Element
}

/** The options of a field, one of which is chosen. */
export const Options = <Item,>(props: OptionsProps<Item>) => (
  <div class={props.kind} role="listbox" id={props.id} aria-label={props.label}>
    <For each={props.of}>
      {(item, at) => (
        <div
          id={`${props.id}-${at()}`}
          class="row"
          role="option"
          aria-selected={at() === props.at}
          // Otherwise the field would lose the focus before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.choose(item)}
        >
          {props.children(item)}
        </div>
      )}
    </For>
  </div>
)

/** An option: what it is called, and what it is. */
export const OptionText = (props: { name: string; detail?: string }) => (
  <>
    <span class="name" dir="auto">
      {props.name}
    </span>
    <span class="detail">{props.detail}</span>
  </>
)
