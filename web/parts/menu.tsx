import { For, onCleanup, onMount, Show } from 'solid-js'
import { Icon, type IconName } from './icon'
import './menu.css'

export type MenuItem = {
  icon?: IconName
  label: string
  key?: string
  isDangerous?: boolean
  isChecked?: boolean
  run: () => void
}

type Props = { label: string; anchor: HTMLElement; groups: MenuItem[][]; close: () => void }

const GAP = 4

/** A menu beside the button that opened it. The arrow keys, Home, End and first letters move in it. */
export function Menu(props: Props) {
  let menu!: HTMLDivElement
  const focusedBefore = document.activeElement
  // What it offers stays until it closes: an event that changed it would draw new items, and the one with the focus would be gone.
  const groups = props.groups.filter(({ length }) => length > 0)
  const items = () => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  let isClosed = false

  function close(restoresFocus = true) {
    if (isClosed) return
    isClosed = true
    if (restoresFocus && focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    props.close()
  }

  function pressed(event: KeyboardEvent) {
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const to = targetOf(event.key, at, all)
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (to !== undefined) to.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  onMount(() => {
    menu.showPopover()
    const place = () => placeBeside(menu, props.anchor)
    place()
    items()[0]?.focus()
    globalThis.addEventListener('resize', place)
    onCleanup(() => globalThis.removeEventListener('resize', place))
  })

  return (
    <div
      class="menu"
      role="menu"
      aria-label={props.label}
      popover="auto"
      ref={menu}
      onKeyDown={pressed}
      on:toggle={(event: ToggleEvent) => event.newState === 'closed' && close(false)}
    >
      <For each={groups}>
        {(group) => (
          <div role="group">
            <For each={group}>{(item) => <MenuButton item={item} close={close} />}</For>
          </div>
        )}
      </For>
    </div>
  )
}

function MenuButton(props: { item: MenuItem; close: () => void }) {
  const { item } = props

  return (
    <button
      role={item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.isChecked}
      classList={{ danger: item.isDangerous }}
      tabindex={-1}
      onClick={() => {
        props.close()
        item.run()
      }}
    >
      <Show when={item.icon}>{(name) => <Icon name={name()} />}</Show>
      <span>{item.label}</span>
      <Show when={item.isChecked}>
        <span aria-hidden="true">✓</span>
      </Show>
      <Show when={item.key}>
        <kbd aria-hidden="true">{item.key}</kbd>
      </Show>
    </button>
  )
}

function placeBeside(menu: HTMLElement, anchor: HTMLElement) {
  const { top, bottom, right, left } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isBelow = bottom + GAP + height <= innerHeight || top < innerHeight / 2
  const y = isBelow ? Math.min(bottom + GAP, innerHeight - height - GAP) : top - GAP - height
  const x = document.dir === 'rtl' ? left : right - width
  menu.style.top = `${Math.max(GAP, y)}px`
  menu.style.left = `${Math.max(GAP, Math.min(x, innerWidth - width - GAP))}px`
}

function targetOf(key: string, at: number, all: HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all[(at - 1 + all.length) % all.length]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return rest.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}
