/** The database uses the other half of the cores. */
export const processesFor = (cores: number): number => (cores <= 2 ? 1 : Math.floor(cores / 2))
