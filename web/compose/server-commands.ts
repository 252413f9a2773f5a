/** The commands of the server that run. The others, such as `/me` and `/poll`, are messages. */
export const SERVER_COMMANDS: readonly string[] = ['ping', 'dark', 'light', 'fluid-width', 'fixed-width']
