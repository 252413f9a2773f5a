import { createSignal, onCleanup } from 'solid-js'
import { isComposing } from '../keys/composing'

type Grid = {
  frame: () => HTMLElement
  /** The id of the list. Its cells have the same one, and their place. */
  list: string
  size: () => number
  take: (at: number) => void
  leave: () => void
  /** A key led past the last cell. */
  beyond?: () => void
}

/** The arrow keys choose a cell of a grid, Enter takes it, and Escape leaves. Returns the chosen cell, and what a key does. */
export function createGridKeys(grid: Grid) {
  const [chosen, setChosen] = createSignal(0)

  function move(to: number) {
    if (to >= grid.size()) grid.beyond?.()
    setChosen(Math.max(0, Math.min(grid.size() - 1, to)))
    grid.frame().querySelector(`#${grid.list}-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }

  function moveRow(direction: 1 | -1) {
    const cells = [...grid.frame().querySelectorAll<HTMLElement>('[role="option"]')]
    const to = nearestInNextRow(cells, chosen(), direction)
    if (to !== undefined) move(to)
    else if (direction === 1) grid.beyond?.()
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape') grid.leave()
    else if (event.key === 'ArrowRight') move(chosen() + 1)
    else if (event.key === 'ArrowLeft') move(chosen() - 1)
    else if (event.key === 'ArrowDown') moveRow(1)
    else if (event.key === 'ArrowUp') moveRow(-1)
    else if (event.key === 'Enter') grid.take(chosen())
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { chosen, setChosen, press }
}

/** Returns the nearest cell in the row above or below, if there is one. */
function nearestInNextRow(cells: HTMLElement[], current: number, direction: 1 | -1): number | undefined {
  const from = cells[current]?.getBoundingClientRect()
  if (from === undefined) return undefined
  for (let at = current + direction, row: number | undefined, best = -1; ; at += direction) {
    const cell = cells[at]?.getBoundingClientRect()
    row ??= cell && Math.abs(cell.top - from.top) > 4 ? cell.top : undefined
    const isOver = cell === undefined || (row !== undefined && Math.abs(cell.top - row) > 4)
    if (isOver) return best >= 0 ? best : undefined
    if (row === undefined) continue
    const distance = (place: number) => Math.abs(cells[place]!.getBoundingClientRect().left - from.left)
    if (best < 0 || distance(at) < distance(best)) best = at
  }
}

/** The keyboard of a phone would cover the emoji. */
export function focusAtEnd(field: HTMLInputElement) {
  if (!matchMedia('(pointer: coarse)').matches) field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/** Closes the picker when the user presses outside of it and of its button. */
export function closeFromOutside(frame: HTMLElement, close: () => void) {
  const leave = ({ target }: Event) => {
    const toggle = frame.parentElement?.querySelector('[aria-expanded="true"]')
    if (target instanceof Node && !frame.contains(target) && !toggle?.contains(target)) close()
  }
  document.addEventListener('pointerdown', leave)
  onCleanup(() => document.removeEventListener('pointerdown', leave))
}
