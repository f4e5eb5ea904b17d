// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stores allocations by period as Zora's incentive claim does; a period can be updated.
contract PeriodStore {
    struct Allocation {
        address user;
        uint256 amount;
    }

    event AllocationsSet(
        uint256 indexed periodId,
        string label,
        Allocation[] allocations,
        uint256 startTime,
        uint256 endTime
    );
    event AllocationsUpdated(uint256 indexed periodId, Allocation[] allocations);

    mapping(uint256 => mapping(address => uint256)) public periodAllocations;
    uint256 public nextPeriodId = 1;

    function setAllocations(
        uint256 periodId,
        string calldata label,
        Allocation[] calldata allocations,
        uint256 startTime,
        uint256 endTime
    ) external {
        require(periodId == nextPeriodId++, "not the next period");
        store(periodId, allocations);
        emit AllocationsSet(periodId, label, allocations, startTime, endTime);
    }

    function updateAllocations(uint256 periodId, Allocation[] calldata allocations) external {
        require(periodId < nextPeriodId, "no such period");
        store(periodId, allocations);
        emit AllocationsUpdated(periodId, allocations);
    }

    function store(uint256 periodId, Allocation[] calldata allocations) private {
        for (uint256 i = 0; i < allocations.length; i++) {
            periodAllocations[periodId][allocations[i].user] = allocations[i].amount;
        }
    }
}
