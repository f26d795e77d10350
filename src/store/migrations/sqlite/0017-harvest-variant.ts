// Stored positions of harvests name the request variant in use.
export const harvestVariant = `
UPDATE harvest SET state = replace(state, '"way":', '"variant":');
UPDATE harvest_branch SET cursor = replace(cursor, '"way":', '"variant":');
`;
