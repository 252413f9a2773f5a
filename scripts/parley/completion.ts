import type { Command } from './command.ts'
import { Failure, USED_WRONGLY } from './failure.ts'

/** A command, and its options with hyphens. */
type Line = { name: string; options: string[] }

/** Returns the completions of the commands and options for a shell. They complete `parley`, an alias of `npm run parley --`. */
export function completionFor(
  shell: string | undefined,
  commands: readonly Command[],
  commonOptions: readonly string[],
): string {
  const lines = commands.map(({ name, options = {} }) => ({
    name,
    options: [...Object.keys(options), ...commonOptions].map((option) => `--${option}`),
  }))
  if (shell === 'bash' || shell === 'zsh')
    return (shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '') + bash(lines)
  if (shell === 'fish') return fish(lines)
  throw new Failure('Usage: npm run parley -- completion bash|zsh|fish', USED_WRONGLY)
}

/** Completes words of commands, then options, and otherwise the names of files. */
function bash(lines: readonly Line[]) {
  // The longest names are first: `users list` is a command, and `users` is a group.
  const cases = lines
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ name, options }) => `    '${name}' | '${name} '*) words='${options.join(' ')}' ;;`)
  return `alias parley='npm run --silent parley --'
_parley() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$typed" in
    '') words='${firstWords(lines).join(' ')}' ;;
    'completion') words='bash zsh fish' ;;
${cases.join('\n')}
${groups(lines)
  .map(({ group, members }) => `    '${group}') words='${members.join(' ')}' ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley`
}

function fish(lines: readonly Line[]) {
  const options = lines.flatMap(({ name, options: each }) => {
    const [first, second] = name.split(' ')
    const seen = [first, second].filter(Boolean).map((word) => `__fish_seen_subcommand_from ${word}`)
    return each.map((option) => `complete -c parley -n '${seen.join('; and ')}' -l ${option.slice(2)}`)
  })
  return [
    `alias parley 'npm run --silent parley --'`,
    `complete -c parley -f -n __fish_use_subcommand -a '${firstWords(lines).join(' ')}'`,
    `complete -c parley -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'`,
    ...groups(lines).map(
      ({ group, members }) =>
        `complete -c parley -f -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${members.join(' ')}' -a '${members.join(' ')}'`,
    ),
    ...options,
  ].join('\n')
}

const firstWords = (lines: readonly Line[]) => [...new Set(lines.map(({ name }) => name.split(' ')[0])), 'completion']

/** The groups of commands with two words, such as `users`, and the second words of each. */
function groups(lines: readonly Line[]) {
  const pairs = lines.map(({ name }) => name.split(' ')).filter(({ length }) => length > 1)
  return [...new Set(pairs.map(([group]) => group))].map((group) => ({
    group,
    members: pairs.filter(([word]) => word === group).map(([, member]) => member),
  }))
}
