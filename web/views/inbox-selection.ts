import { createSignal } from 'solid-js'
import type { UnreadConversation } from '../store/conversations'

export type List = { list: () => HTMLDivElement; entries: () => UnreadConversation[]; isActive: () => boolean }

export type Selection = ReturnType<typeof createSelection>

/** The rows of the inbox, which of them has the focus, and which ones the user selected. */
export function createSelection({ list, entries, isActive }: List) {
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set())
  const links = () => [...list().querySelectorAll<HTMLAnchorElement>('a.conv')]
  const currentAt = () => links().findIndex((link) => link === document.activeElement)
  const keyAt = (at: number) => links()[at]?.dataset.key ?? ''
  const selected = () => entries().filter(({ key }) => chosen().has(key))
  const clear = () => setChosen(new Set<string>())

  return {
    links,
    currentAt,
    keyAt,
    selected,
    isSelected: (key: string) => chosen().has(key),
    clear,
    /** Selects the row with the focus, and the one to which the focus moves. */
    extend: (event: KeyboardEvent) => {
      const at = currentAt()
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      if (!event.shiftKey || !/^Arrow(?:Down|Up)$/.test(event.key) || at === -1) return
      event.preventDefault()
      setChosen(new Set([...chosen(), keyAt(at), keyAt(next)]))
      links()[next]?.focus()
    },
    keys: {
      newDirect() {
        const key = keyAt(currentAt())
        if (!isActive() || key === '') return false
        const next = new Set(chosen())
        if (!next.delete(key)) next.add(key)
        setChosen(next)
        return true
      },
      leave() {
        if (!isActive() || selected().length === 0) return false
        clear()
        return true
      },
    },
  }
}
