import type { Widget } from './widget'

/** Returns the widget of a content that starts with `/poll Where to?` or `/todo Shopping`. Each further line is an item. */
export function parseWidget(content: string): Widget | undefined {
  const [, command, text] = /^\/(poll|todo)(?=\s|$)([^]*)$/.exec(content) ?? []
  if (command === undefined || text === undefined) return undefined
  const [first, ...lines] = text.split(/\r\n|\r|\n/)
  const title = first!.trim()
  const items = lines.map(itemOn).filter((item) => item !== '')
  return command === 'poll'
    ? { widget_type: 'poll', extra_data: { question: title, options: items } }
    : { widget_type: 'todo', extra_data: { task_list_title: title, tasks: items.map(taskIn) } }
}

// An item can be written as a Markdown list item.
const itemOn = (line: string): string => line.trim().replace(/^[-*]?\s*/, '')

/** `task: description` */
function taskIn(item: string): { task: string; desc: string } {
  const colon = item.indexOf(':')
  if (colon < 0) return { task: item, desc: '' }
  return { task: item.slice(0, colon).trim(), desc: item.slice(colon + 1).trim() }
}
