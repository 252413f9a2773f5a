/** The servers whose exports can be imported. A program that only lists them loads no converter. */
export const SOURCE_NAMES = ['slack', 'zulip', 'rocket.chat', 'teams', 'mattermost', 'discord'] as const

export type SourceName = (typeof SOURCE_NAMES)[number]

export const isSourceName = (name: string): name is SourceName => SOURCE_NAMES.some((source) => source === name)
