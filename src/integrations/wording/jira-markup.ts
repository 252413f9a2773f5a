import { personWithEmail } from '../references'
import { startOf } from './words'

/** Returns Markdown for the wiki markup of Jira: bold, code, quotes, links and mentions. */
export const jiraMarkdown = (markup: string): string =>
  startOf(markup)
    .replaceAll(/\*([^*]+)\*/g, '**$1**')
    .replaceAll(/\{\{([^*{}]+)\}\}/g, '`$1`')
    .replaceAll(/bq\. (.*)/g, '> $1')
    .replaceAll(/\{quote\}((?:(?!\{quote\}).)*)\{quote\}/gs, '~~~ quote\n$1\n~~~')
    .replaceAll(/\{noformat\}((?:(?!\{noformat\}).)*)\{noformat\}/gs, '~~~\n$1\n~~~')
    .replaceAll(/\{code[^\n{}]*\}((?:(?!\{code\}).)*)\{code\}/gs, '~~~\n$1\n~~~')
    .replaceAll(/\[([^[\]|~]+)\]/g, '[$1]($1)')
    .replaceAll(/\[([^[\]|~]+)\|([^[\]]*)\]/g, '[$1]($2)')
    .replaceAll(/\[~([^[\]\n]*)\]/g, (_, name: string) => `**${personWithEmail(name)}**`)
