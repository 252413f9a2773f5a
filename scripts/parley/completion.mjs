import { Failure, USED_WRONGLY } from './failure.mjs'

/** Returns the completions of the commands and options for a shell. They complete `parley`, an alias of `npm run parley --`. */
export function completionFor(shell, commands, commonOptions) {
  const lines = commands.map(({ name, options = {} }) => ({
    name,
    options: [...Object.keys(options), ...commonOptions].map((option) => `--${option}`),
  }))
  if (shell === 'bash' || shell === 'zsh')
    return (shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '') + bash(lines)
  if (shell === 'fish') return fish(lines)
  throw new Failure('Usage: npm run parley -- completion bash|zsh|fish', USED_WRONGLY)
}

function bash(lines) {
  const cases = lines.map(({ name, options }) => `    '${name}') words='${options.join(' ')}' ;;`)
  return `alias parley='npm run --silent parley --'
_parley() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$typed" in
    '') words='${[...new Set(lines.map(({ name }) => name.split(' ')[0]))].join(' ')} completion' ;;
${groupCases(lines).join('\n')}
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _parley parley`
}

/** The second words of commands with two words, such as `users list`. */
function groupCases(lines) {
  const pairs = lines.map(({ name }) => name.split(' ')).filter(({ length }) => length > 1)
  const groups = [...new Set(pairs.map(([group]) => group))]
  const membersOf = (group) => pairs.filter(([word]) => word === group).map(([, member]) => member)
  return groups.map((group) => `    '${group}') words='${membersOf(group).join(' ')}' ;;`)
}

function fish(lines) {
  const words = lines.map(({ name }) => name.split(' '))
  const first = [...new Set(words.map(([word]) => word)), 'completion']
  return [
    `alias parley 'npm run --silent parley --'`,
    `complete -c parley -f -n __fish_use_subcommand -a '${first.join(' ')}'`,
    ...words
      .filter((each) => each.length > 1)
      .map(([group, word]) => `complete -c parley -f -n '__fish_seen_subcommand_from ${group}' -a '${word}'`),
  ].join('\n')
}
