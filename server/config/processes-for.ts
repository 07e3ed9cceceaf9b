/** The database works beside them, on the other half. */
export const processesFor = (cores: number): number => (cores <= 2 ? 1 : Math.floor(cores / 2))
