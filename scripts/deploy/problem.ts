/** Thrown with a message for the operator: what failed, and what to do. The program prints it without a stack. */
export class Problem extends Error {}
