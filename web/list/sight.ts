const SCREENS_AHEAD = 2

/** What of a list is in sight, and how far it reaches beyond. */
export function createSight(scroller: HTMLElement, content: HTMLElement) {
  const rows = () => content.querySelectorAll<HTMLElement>('[data-id]')
  const sideOf = (row: HTMLElement, side: 'top' | 'bottom') =>
    row.getBoundingClientRect()[side] - scroller.getBoundingClientRect().top
  const topOf = (row: HTMLElement) => sideOf(row, 'top')
  const fromEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight

  /** Returns the first row whose end is in sight. The rows are in order, so it halves them. */
  function firstVisible(): HTMLElement | undefined {
    const all = rows()
    const edge = scroller.getBoundingClientRect().top
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (all[middle]!.getBoundingClientRect().bottom > edge) high = middle
      else low = middle + 1
    }
    return all[low]
  }

  return {
    sideOf,
    topOf,
    fromEnd,
    rowOf: (id: number) => content.querySelector<HTMLElement>(`[data-id="${id}"]`) ?? undefined,
    firstVisible,
    /** Whether a part of the row is in sight. */
    isInSight: (row: HTMLElement) => sideOf(row, 'bottom') > 0 && topOf(row) < scroller.clientHeight,
    /** Returns the ids of the rows whose end is in sight. */
    endsInSight(): number[] {
      const { top, bottom } = scroller.getBoundingClientRect()
      return [...rows()].flatMap((row) => {
        const end = row.getBoundingClientRect().bottom
        return end > top && end <= bottom + 1 ? [Number(row.dataset.id)] : []
      })
    },
    needsOlder: () => scroller.scrollTop < SCREENS_AHEAD * scroller.clientHeight,
    needsNewer: () => fromEnd() < SCREENS_AHEAD * scroller.clientHeight,
  }
}
