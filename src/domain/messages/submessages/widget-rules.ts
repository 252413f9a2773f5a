import type { Widget } from './widget'

/** The widget that somebody asks for by what they write: `/poll Where to?` or `/todo Shopping`, an item on each line below. */
export function parseWidget(content: string): Widget | undefined {
  const [, command, said] = /^\/(poll|todo)(?=\s|$)([^]*)$/.exec(content) ?? []
  if (command === undefined || said === undefined) return undefined
  const [first, ...lines] = said.split(/\r\n|\r|\n/)
  const title = first!.trim()
  const items = lines.map(itemOn).filter((item) => item !== '')
  return command === 'poll'
    ? { widget_type: 'poll', extra_data: { question: title, options: items } }
    : { widget_type: 'todo', extra_data: { task_list_title: title, tasks: items.map(taskIn) } }
}

// An item may be written as one of a list.
const itemOn = (line: string): string => line.trim().replace(/^[-*]?\s*/, '')

/** `task: description` */
function taskIn(item: string): { task: string; desc: string } {
  const colon = item.indexOf(':')
  if (colon < 0) return { task: item, desc: '' }
  return { task: item.slice(0, colon).trim(), desc: item.slice(colon + 1).trim() }
}
